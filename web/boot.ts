// Applies theme and language before the first paint, so that nothing flashes.
import { wear } from "./store/settings";

wear();
