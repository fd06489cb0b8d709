// Before anything is painted: theme and language, so that nothing flashes.
import { wear } from "./store/settings";

wear();
