// A modal dialogue. It is the browser's own element, so focus stays inside and Escape closes it.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useWords } from "../words";
import { Icon } from "./symbol";

interface DialogProps {
    readonly title: string;
    readonly class?: string;
    readonly children: ComponentChildren;
    close(): void;
}

export function Dialog({ title, class: kind = "", children, close }: DialogProps) {
    const words = useWords(),
        id = useId(),
        self = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const dialog = self.current;
        dialog?.showModal();
        return () => dialog?.close();
    }, []);
    const outside = (event: MouseEvent) => event.target === self.current && close();
    return (
        <dialog
            ref={self}
            class={`dialog ${kind}`}
            aria-labelledby={id}
            onClose={close}
            onClick={outside}
        >
            <div class="dialog-page">
                <div class="dialog-head">
                    <h2 id={id}>{title}</h2>
                    <button
                        type="button"
                        class="tool"
                        aria-label={words.word("web.close")}
                        onClick={close}
                    >
                        <Icon name="close" />
                    </button>
                </div>
                {children}
            </div>
        </dialog>
    );
}
