// As much of a document as Preact needs to draw a board without a browser, and its text as XHTML.
// Import it before anything that expects a browser.

const escaped = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const dashed = (name: string) =>
    name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

class Style {
    cssText = "";
    setProperty(name: string, value: string | null) {
        if (value !== null && value !== "") this.cssText += `${dashed(name)}:${value};`;
    }
}

/** A style takes properties by name (`style.left = "1px"`), as a browser's does. */
const style = () =>
    new Proxy(new Style(), {
        set(one, name, value) {
            if (name === "cssText") one.cssText = String(value);
            else one.setProperty(String(name), value as string | null);
            return true;
        },
    });

export class Node {
    parentNode: Node | null = null;
    childNodes: Node[] = [];
    readonly ownerDocument = globalThis.document;
    constructor(readonly nodeType: number) {}
    get firstChild(): Node | null {
        return this.childNodes[0] ?? null;
    }
    get nextSibling(): Node | null {
        const all = this.parentNode?.childNodes ?? [];
        return all[all.indexOf(this) + 1] ?? null;
    }
    insertBefore(child: Node, before: Node | null): Node {
        child.parentNode?.removeChild(child);
        const at = before ? this.childNodes.indexOf(before) : -1;
        this.childNodes.splice(at < 0 ? this.childNodes.length : at, 0, child);
        child.parentNode = this;
        return child;
    }
    appendChild(child: Node): Node {
        return this.insertBefore(child, null);
    }
    removeChild(child: Node): Node {
        this.childNodes = this.childNodes.filter((one) => one !== child);
        child.parentNode = null;
        return child;
    }
    contains(other: Node | null): boolean {
        for (let at = other; at; at = at.parentNode) if (at === this) return true;
        return false;
    }
    toString(): string {
        return this.childNodes.join("");
    }
}

class Text extends Node {
    constructor(public data: string) {
        super(3);
    }
    override toString = () => escaped(String(this.data));
}

export class Element extends Node {
    readonly style = style();
    readonly attributes = new Map<string, string>();
    innerHTML = "";
    constructor(
        readonly namespaceURI: string,
        readonly localName: string,
    ) {
        super(1);
    }
    setAttribute(name: string, value: unknown) {
        this.attributes.set(name, String(value));
    }
    removeAttribute(name: string) {
        this.attributes.delete(name);
    }
    addEventListener() {}
    removeEventListener() {}
    override toString(): string {
        const css = this.style.cssText,
            space =
                this.localName === "svg" || this.localName === "math"
                    ? [["xmlns", this.namespaceURI]]
                    : [],
            all = [...space, ...this.attributes, ...(css ? [["style", css]] : [])],
            written = all.map(([name, value]) => ` ${name}="${escaped(value!)}"`).join("");
        const inner = this.innerHTML || super.toString();
        return `<${this.localName}${written}>${inner}</${this.localName}>`;
    }
}

const nothing = () => {};
const xhtml = "http://www.w3.org/1999/xhtml";

Object.assign(globalThis, {
    document: {
        createElementNS: (space: string, name: string) => new Element(space, name),
        createElement: (name: string) => new Element(xhtml, name),
        createTextNode: (text: string) => new Text(text),
        documentElement: new Element(xhtml, "html"),
        body: new Element(xhtml, "body"),
        addEventListener: nothing,
        removeEventListener: nothing,
        querySelector: () => null,
        querySelectorAll: () => [],
        getElementById: () => null,
    },
    // nothing moves in a picture, so boards draw everything at once
    localStorage: {
        getItem: () => JSON.stringify({ speed: "off" }),
        setItem: nothing,
        removeItem: nothing,
    },
    navigator: { language: "en", maxTouchPoints: 0, userAgent: "" },
    location: new URL("http://localhost/"),
    matchMedia: () => ({
        matches: false,
        addEventListener: nothing,
        removeEventListener: nothing,
    }),
    // the engine never answers, so a board shows what its view says
    Worker: class {
        postMessage = nothing;
        addEventListener = nothing;
    },
    addEventListener: nothing,
    removeEventListener: nothing,
    requestAnimationFrame: nothing,
    cancelAnimationFrame: nothing,
    window: globalThis,
});
