/** Attributes for things on a board that can be tried although they are not legal: a tap, the arrow
 * keys or a screen reader then gets the reason why not. */
export const tries = (touch: (event: MouseEvent) => void) =>
    ({ role: "button", tabindex: -1, "aria-disabled": true, onClick: touch }) as const;
