// Writes the package of a new customization with a test of its own: the files of the template with the name filled in.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ValidationError } from '#core/ground/errors.js'
import { coreVersion } from '#core/ground/version.js'
import { string } from '#core/model/properties/string.js'
import { defineCliCommand } from '../command.js'

interface Outcome {
  readonly folder: string
  readonly files: readonly string[]
}

/** Lies beside the sources, because the compiler copies nothing but scripts. */
const template = fileURLToPath(new URL('../../../../plugins/cli/template/', import.meta.url))
const suffix = '.txt'

export const pluginCreate = defineCliCommand({
  name: 'svc:plugin:create',
  description:
    'Writes the package of a new customization: a question type, a condition, a term, an entity, a migration and a test.',
  positional: ['name'],
  options: {
    name: string('Name of the customization and of its package', {
      required: true,
      length: 40,
      pattern: { expression: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$', words: "lower-case letters, digits and '-', such as my-shop" },
    }),
    out: string('Folder to write to', { help: 'A new folder of that name in the working folder if left out.' }),
  },
  examples: ['svc:plugin:create my-shop', 'svc:plugin:create my-shop --out packages/my-shop'],
  text({ folder, files }: Outcome) {
    return `Wrote ${files.length} files to ${folder}. Next: cd ${folder} && npm install && npm test`
  },
  async run({ options: { name, out: given = name } }): Promise<Outcome> {
    const folder = resolve(given)
    const present = await readdir(folder).catch(() => [])
    if (present.length > 0) throw ValidationError.of('out', `The folder '${given}' is not empty. Name another with --out.`)
    const words = wordsOf(name)
    const files: string[] = []
    for (const path of await templateFiles()) {
      const target = join(folder, path.slice(0, -suffix.length))
      await mkdir(dirname(target), { recursive: true })
      await writeFile(target, filled(await readFile(join(template, path), 'utf8'), words))
      files.push(relative(folder, target))
    }
    return { folder: given, files }
  },
})

async function templateFiles(): Promise<readonly string[]> {
  const paths = await readdir(template, { recursive: true })
  return paths.filter((path) => path.endsWith(suffix)).sort()
}

/** The name in the forms in which the template asks for it. */
function wordsOf(name: string): ReadonlyMap<string, string> {
  const parts = name.split('-')
  const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
  return new Map([
    ['name', name],
    ['snake', parts.join('_')],
    ['pascal', pascal],
    ['camel', pascal.charAt(0).toLowerCase() + pascal.slice(1)],
    ['label', parts.join(' ')],
    ['core', `^${coreVersion()}`],
  ])
}

function filled(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (found, word: string) => words.get(word) ?? found)
}
