// Creates the package of a new customization, including a test, from the template.
import { string } from '#core/contract.js'
import { getCoreVersion } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { resolveServiceDependency } from '../service-dependency.js'
import { packageNameOptions, writeTemplate, type CreatedFiles } from '../template.js'

export const pluginCreate = defineCliCommand({
  name: 'svc:plugin:create',
  description:
    'Writes the package of a new customization: a question type, a condition, a term, an entity, a migration and a test.',
  positional: ['name'],
  options: {
    name: string('Name of the customization and of its package', packageNameOptions),
    out: string('Folder to write to', { help: 'A new folder of that name in the working folder if left out.' }),
  },
  examples: ['svc:plugin:create my-shop', 'svc:plugin:create my-shop --out packages/my-shop'],
  text({ folder, files }: CreatedFiles) {
    return `Wrote ${files.length} files to ${folder}. Next: cd ${folder} && npm install && npm test`
  },
  run: ({ options: { name, out = name } }): Promise<CreatedFiles> =>
    writeTemplate('template', out, createPlaceholders(name, resolveServiceDependency(out))),
})

/** The name in the forms that the template uses. */
function createPlaceholders(name: string, dependency: string): ReadonlyMap<string, string> {
  const parts = name.split('-')
  const pascal = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
  return new Map([
    ['name', name],
    ['snake', parts.join('_')],
    ['pascal', pascal],
    ['camel', pascal.charAt(0).toLowerCase() + pascal.slice(1)],
    ['label', parts.join(' ')],
    ['core', `^${getCoreVersion()}`],
    ['dependency', dependency],
  ])
}
