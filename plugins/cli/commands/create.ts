// Writes a new installation: configuration, settings, the systemd unit, and a folder for customizations.
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boolean, string } from '#core/contract.js'
import { getCoreVersion } from '#core/surface.js'
import { defineCliCommand } from '../command.js'
import { resolveServiceDependency } from '../service-dependency.js'
import { packageNameOptions, writeTemplate, type CreatedFiles } from '../template.js'

const unitName = 'product-configurator.service'
/** The shipped systemd unit, for the folder in docs/guides/install.md. */
const shippedUnit = fileURLToPath(new URL(`../../../../deploy/${unitName}`, import.meta.url))
const documentedFolder = '/srv/configurator'
const documentedSettings = '/etc/product-configurator.env'

export const createInstallation = defineCliCommand({
  name: 'svc:create',
  description: 'Creates a new installation: configuration, settings, a systemd unit and a customization.',
  positional: ['name'],
  options: {
    name: string('Name of the installation and of its folder', packageNameOptions),
    out: string('Folder to write to', { help: 'A new folder of that name in the working folder if left out.' }),
    demo: boolean('Demo shop', { help: 'Fills the empty database with a demo shop at the first start.' }),
  },
  examples: ['svc:create my-shop', 'svc:create my-shop --demo', 'svc:create my-shop --out /srv/configurator'],
  text({ folder, files }: CreatedFiles) {
    return `Wrote ${files.length} files to ${folder}. Next: cd ${folder} && npm install && npm start`
  },
  async run({ options: { name, out = name, demo } }): Promise<CreatedFiles> {
    const words = {
      name,
      version: getCoreVersion(),
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
