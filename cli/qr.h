/* A QR code in the terminal. */
#ifndef CLI_QR_H
#define CLI_QR_H

/* Prints it on standard output; two modules a character, dark on light whatever the terminal's
 * colours. */
void qr_print(const char *text);

#endif
