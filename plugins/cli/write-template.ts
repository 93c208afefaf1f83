// Writes a folder of files from a template with the words filled in.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ValidationError } from '#core/foundation/errors.js'

/** Templates lie beside the sources, because the compiler copies nothing but scripts. */
const sources = new URL('../../../plugins/cli/', import.meta.url)
/** Keeps templates from being taken for what they become. */
const suffix = '.txt'

export interface Written {
  readonly folder: string
  readonly files: readonly string[]
}

/** What packages and customizations may be called. */
export const packageName = {
  required: true,
  length: 40,
  pattern: { expression: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', words: "lower-case letters, digits and '-', such as my-shop" },
} as const

/** Writes into a folder that is new or empty; VALIDATION_FAILED on `out` where something stands there. */
export async function writeTemplate(name: string, given: string, words: ReadonlyMap<string, string>): Promise<Written> {
  const template = fileURLToPath(new URL(`${name}/`, sources))
  const folder = resolve(given)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw ValidationError.of('out', `The folder '${given}' is not empty. Name another with --out.`)
  const paths = (await readdir(template, { recursive: true })).filter((path) => path.endsWith(suffix)).sort()
  const files: string[] = []
  for (const path of paths) {
    // npm leaves files that begin with a dot out of archives, or renames them.
    const target = join(folder, path.slice(0, -suffix.length).replace(/^dot-/, '.'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, filled(await readFile(join(template, path), 'utf8'), words))
    files.push(relative(folder, target))
  }
  return { folder: given, files }
}

function filled(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (found, word: string) => words.get(word) ?? found)
}
