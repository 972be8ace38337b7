// Draws heads in the Lorelei style: reads {name: options} as JSON, writes {name: SVG} as JSON.
import { text } from "node:stream/consumers";
import { createAvatar } from "@dicebear/core";
import { lorelei } from "@dicebear/collection";

const requests = JSON.parse(await text(process.stdin));
const heads = Object.fromEntries(
  Object.entries(requests).map(([name, options]) => [name, createAvatar(lorelei, options).toString()]),
);
process.stdout.write(JSON.stringify(heads));
