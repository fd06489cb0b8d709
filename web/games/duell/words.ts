// What cards say: sentences keyed by kind, with numbers from the components.
import type { BoardProps } from "../../board";
import { cards, type Duell } from "./view";

export type Props = BoardProps<Duell>;

const texts: Readonly<Record<string, string>> = {
    "change of power": "duell.board.text_power",
    income: "duell.board.text_income",
    influence: "duell.board.text_influence",
    material: "duell.board.text_material",
    craftsman: "duell.board.text_craftsman",
    market: "duell.board.text_market",
    "free conversion": "duell.board.text_free",
    "gold and a material": "duell.board.text_fetch",
    "wool and its sale": "duell.board.text_wooltrader",
    "price of a piece": "duell.board.text_cheap",
    "a seal against a seal": "duell.board.text_seal",
    "gold from the opponent": "duell.board.text_rob",
    gold: "duell.board.text_gift",
};

const onceTexts: Readonly<Record<string, string>> = {
    lucky: "duell.board.text_lucky",
    site: "duell.board.text_site",
    labour: "duell.board.text_labour",
    tithe: "duell.board.text_tithe",
    journeyman: "duell.board.text_journeyman",
};

export const cardName = ({ word }: Props, code: string) =>
    word("duell.board.card", { card: `duell.part.card.${code}` });

export function cardText({ word }: Props, code: string): string {
    const { kind, gold, material, amount, "for wool": wool } = cards.get(code)!;
    const params = {
        gold: gold ?? wool ?? 0,
        n: amount ?? 0,
        ...(material ? { material: `duell.part.material.${material}` } : {}),
    };
    return word(onceTexts[code] ?? texts[kind] ?? "", params);
}

export const sealName = ({ word }: Props, code: string) =>
    word("duell.board.seal", { seal: `duell.part.seal.${code}` });
export const who = ({ seats, word }: Props, seat: number) =>
    seats[seat]?.me ? word("web.you") : (seats[seat]?.name ?? "");
