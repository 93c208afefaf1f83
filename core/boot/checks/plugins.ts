// Checks plugins: unique kebab-case names and a compatible core version.
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import type { Fault } from '../../foundation/errors.js'
import type { CheckInput } from '../boot-check.js'
import { coreOwner, listPlugins } from '../collect.js'

const kebab = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export function checkPlugins({ config, version }: CheckInput): readonly Fault[] {
  const faults: Fault[] = []
  const names = new Set<string>([coreOwner])
  for (const { name, core } of listPlugins(config)) {
    // A host has the name of its platform.
    if (!kebab.test(name) && name !== config.host.platform) {
      const message = `A plugin is named '${name}', which is not kebab-case.`
      faults.push({ id: 'plugin-name', owner: name, message, hint: "Use lower-case letters, digits and '-', as in 'my-plugin'." })
    }
    if (names.has(name)) {
      const message =
        name === coreOwner ? `A plugin is named '${name}', like the service itself.` : `Two plugins are named '${name}'.`
      faults.push({ id: 'plugin-clash', owner: name, message, hint: 'Rename one of them, or plug it in once.' })
    }
    names.add(name)
    if (!validRange(core) || !satisfies(version, core, { includePrerelease: true })) {
      const message = `The plugin '${name}' was made for core '${core}', and this is core ${version}.`
      faults.push({
        id: 'core-range',
        owner: name,
        message,
        hint: 'Install a release of the plugin that names this core, or the core that it names.',
      })
    }
  }
  return faults
}
