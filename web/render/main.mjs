// Reads one request per line and writes one answer per line:
//
//     {"game":"tallinn","view":{…},"score":[4,4],"seat":0,"language":"de",
//      "theme":"day","width":1280}
import { createInterface } from "node:readline";
import { answer } from "./render";

for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
