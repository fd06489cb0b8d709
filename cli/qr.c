#include "cli/qr.h"

#include <qrencode.h>
#include <stdbool.h>
#include <stdio.h>

enum { QUIET_ZONE = 2 }; /* modules of margin; scanners need it */

static bool is_dark(const QRcode *code, int x, int y) {
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           code->data[y * code->width + x] & 1;
}

void qr_print(const char *text) {
    static const char *const halves[4] = {" ", "▀", "▄", "█"};
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code) return;
    for (int y = -QUIET_ZONE; y < code->width + QUIET_ZONE; y += 2) {
        fputs("\033[30;47m", stdout);
        for (int x = -QUIET_ZONE; x < code->width + QUIET_ZONE; x++)
            fputs(halves[is_dark(code, x, y) + 2 * is_dark(code, x, y + 1)], stdout);
        fputs("\033[0m\n", stdout);
    }
    QRcode_free(code);
}
