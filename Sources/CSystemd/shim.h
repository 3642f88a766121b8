#pragma once
#include <systemd/sd-event.h>
