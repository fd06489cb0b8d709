/* ensure(): an assertion that stays on in every build. It needs no stdio, so the engine links to
 * WebAssembly without imports; a sanitizer or a debugger shows the line. */
#ifndef CORE_ENSURE_H
#define CORE_ENSURE_H

#define ensure(condition)                                        \
    do {                                                         \
        if (__builtin_expect(!(condition), 0)) __builtin_trap(); \
    } while (0)

/* Marks unreachable code. */
#define never() __builtin_trap()

#endif
