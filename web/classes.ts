// The value of a `class` attribute from its parts; those that do not apply are left out.
export const classes = (...parts: readonly (string | false | null | undefined)[]) =>
    parts.filter(Boolean).join(" ");
