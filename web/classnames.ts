// Builds the value of a `class` attribute; parts that are false are left out.
export const classNames = (...parts: readonly (string | false | null | undefined)[]) =>
    parts.filter(Boolean).join(" ");
