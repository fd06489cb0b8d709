/** What makes a thing of the board one that can be tried, though it is not legal, and says why
 * not: by a tap, by the arrow keys, by a screen reader. */
export const tries = (touch: (event: MouseEvent) => void) =>
    ({ role: "button", tabindex: -1, "aria-disabled": true, onClick: touch }) as const;
