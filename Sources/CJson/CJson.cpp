#include "include/CJson.h"
