/* A QR code in the terminal. */
#ifndef CLI_QR_H
#define CLI_QR_H

/* Prints the code on standard output, two modules per character, dark on light whatever the
 * terminal's colours. */
void qr_print(const char *text);

#endif
