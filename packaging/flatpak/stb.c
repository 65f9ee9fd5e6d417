/* SPDX-License-Identifier: MIT */
/* The two parts of stb that Phasebox uses, as the library that stb.pc names. */
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb_image_write.h"
