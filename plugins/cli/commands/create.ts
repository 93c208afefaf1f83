// Writes new packages: an installation with its settings, or a customization with a test.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boolean, string, createMessage, type Message } from '#core/contract.js'
import { serviceState } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { resolveServiceDependency, packageNameOptions, writeTemplate, type CreatedFiles } from '../package-template.js'

const unitName = 'product-configurator.service'
/** The shipped systemd unit, for the folder in docs/guides/install.md. */
const shippedUnit = fileURLToPath(new URL(`../../../../deploy/${unitName}`, import.meta.url))
const documentedFolder = '/srv/configurator'
const documentedSettings = '/etc/product-configurator.env'

const describeCreated = ({ folder, files }: CreatedFiles, script: 'start' | 'test'): Message =>
  createMessage('commands.created', {
    count: files.length,
    folder,
    command: `cd ${folder} && npm install && npm ${script}`,
  })

export const createInstallation = defineCliCommand({
  name: 'svc:create',
  description: 'Creates a new installation: configuration, settings, a systemd unit and a customization.',
  positional: ['name'],
  options: {
    name: string('Name of the installation and of its folder', packageNameOptions),
    out: string('Folder to write to', { help: 'Default: a new folder of that name in the working folder.' }),
    demo: boolean('Demo shop', { help: 'Fills the empty database with a demo shop at the first start.' }),
  },
  examples: ['svc:create my-shop', 'svc:create my-shop --demo', 'svc:create my-shop --out /srv/configurator'],
  text: (created: CreatedFiles, write) => write(describeCreated(created, 'start')),
  async run({ options: { name, out = name, demo } }): Promise<CreatedFiles> {
    const words = {
      name,
      version: serviceState.getCoreVersion(),
      dependency: resolveServiceDependency(out),
      demo: demo === true ? 'on' : 'off',
    }
    const { folder, files } = await writeTemplate('installation', out, new Map(Object.entries(words)))
    // The file will contain passwords.
    await chmod(join(folder, '.env'), 0o600)
    const at = resolve(folder)
    const unit = (await readFile(shippedUnit, 'utf8'))
      .replaceAll(documentedSettings, join(at, '.env'))
      .replaceAll(documentedFolder, at)
    await writeFile(join(folder, unitName), unit)
    return { folder, files: [...files, unitName] }
  },
})

/** Creates the package of a new customization, including a test, from the template. */
export const pluginCreate = defineCliCommand({
  name: 'svc:plugin:create',
  description:
    'Writes the package of a new customization: a question type, a condition, a term, an entity, a migration and a test.',
  positional: ['name'],
  options: {
    name: string('Name of the customization and of its package', packageNameOptions),
    out: string('Folder to write to', { help: 'Default: a new folder of that name in the working folder.' }),
  },
  examples: ['svc:plugin:create my-shop', 'svc:plugin:create my-shop --out packages/my-shop'],
  text: (created: CreatedFiles, write) => write(describeCreated(created, 'test')),
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
    ['core', `^${serviceState.getCoreVersion()}`],
    ['dependency', dependency],
  ])
}
