// The value of a `class` attribute from its parts; those that do not apply are left out.
export const classNames = (...parts: readonly (string | false | null | undefined)[]) =>
    parts.filter(Boolean).join(" ");
