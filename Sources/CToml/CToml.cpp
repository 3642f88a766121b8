#include "include/CToml.h"
