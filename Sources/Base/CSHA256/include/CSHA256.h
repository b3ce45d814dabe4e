#ifndef CSHA256_H
#define CSHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the processor has instructions for SHA-256, which take a fifth of the time.
bool touchstone_sha256_is_available(void);

/// Takes blocks of 64 bytes into the state; only where the instructions are available.
void touchstone_sha256_compress(
    uint32_t *state, const uint32_t *constants, const uint8_t *bytes, size_t blocks);

#endif
