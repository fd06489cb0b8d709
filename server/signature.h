/* Checks of keys and signatures for passkeys: ES256 (OpenSSL) and EdDSA (libsodium). */
#ifndef SERVER_SIGNATURE_H
#define SERVER_SIGNATURE_H

#include "server/core.h"

/* Does a CORE_PASSKEY. Any thread may call it, after sodium_init. */
void signature_check(struct core_work *work);

#endif
