// Copies a template folder and fills in its placeholders.
import { createMessage, ValidationError } from '#core/contract.js'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Templates are read from the source tree, because the compiler copies only scripts. */
const templateFolder = new URL('../../../plugins/cli/', import.meta.url)
/** Suffix of template files, so tools do not treat them as the real files. */
const templateSuffix = '.txt'

export interface CreatedFiles {
  readonly folder: string
  readonly files: readonly string[]
}

/** The allowed names of packages and customizations. */
export const packageNameOptions = {
  required: true,
  length: 40,
  pattern: { expression: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', words: createMessage('fields.projectName') },
} as const

/** Writes into a new or empty folder. Throws VALIDATION_FAILED on `out` for a folder with content. */
export async function writeTemplate(name: string, outFolder: string, words: ReadonlyMap<string, string>): Promise<CreatedFiles> {
  const template = fileURLToPath(new URL(`${name}/`, templateFolder))
  const folder = resolve(outFolder)
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw ValidationError.of('out', `The folder '${outFolder}' is not empty. Name another with --out.`)
  const paths = (await readdir(template, { recursive: true })).filter((path) => path.endsWith(templateSuffix)).sort()
  const files: string[] = []
  for (const path of paths) {
    // npm removes dotfiles from archives or renames them.
    const target = join(folder, path.slice(0, -templateSuffix.length).replace(/^dot-/, '.'))
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, fillPlaceholders(await readFile(join(template, path), 'utf8'), words))
    files.push(relative(folder, target))
  }
  return { folder: outFolder, files }
}

function fillPlaceholders(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, word: string) => words.get(word) ?? placeholder)
}
