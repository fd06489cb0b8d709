// Parts of a board that are drawn anew only when something they show has changed.
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";

interface KeptProps {
    readonly by: readonly unknown[]; // all that it depends on
    draw(): VNode | null;
}

export const Kept = ({ by, draw }: KeptProps) => useMemo(draw, by);
