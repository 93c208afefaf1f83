// Reads the demo's data files, which stand beside the sources and are not compiled.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A JSON file under plugins/demo/data, by its path there. */
export function readData(path: string): unknown {
  const folder = new URL('../../../plugins/demo/data/', import.meta.url)
  return JSON.parse(readFileSync(fileURLToPath(new URL(path, folder)), 'utf8'))
}
