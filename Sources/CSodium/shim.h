#pragma once
#include <sodium.h>

// Macros that Swift cannot see: the longest result of crypto_generichash that we use, BLAKE2b-256.
enum { DEEPLINK_HASH_BYTES = crypto_generichash_BYTES };
