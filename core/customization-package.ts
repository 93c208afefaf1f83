// Loads the customizations that svc.config.ts refers to by package name. Each package exports exactly one.
import { pathToFileURL } from 'node:url'
import type { Customization } from './contract.js'
import { BootError, type Fault } from './foundation/errors.js'
import { describeLoadFailure } from './load-failure.js'

/** Replaces each package name by the package's customization. Throws a BootError with all faults. */
export async function loadCustomizations(
  customizations: readonly (Customization | string)[],
  resolve: (name: string) => string,
): Promise<readonly Customization[]> {
  const loaded: Customization[] = []
  const faults: Fault[] = []
  for (const customization of customizations) {
    try {
      loaded.push(typeof customization === 'string' ? await loadPackage(customization, resolve) : customization)
    } catch (error) {
      if (!(error instanceof BootError)) throw error
      faults.push(...error.faults)
    }
  }
  if (faults.length > 0) throw new BootError(faults)
  return loaded
}

async function loadPackage(name: string, resolve: (name: string) => string): Promise<Customization> {
  let url: string
  try {
    const path = resolve(name)
    url = path.startsWith('file:') ? path : pathToFileURL(path).href
  } catch (error) {
    const message = `The customization '${name}' is no package that can be found.`
    throw refusal({ id: 'customization-missing', owner: name, message, hint: `Install it with 'npm install ${name}'.` }, error)
  }
  let module: Readonly<Record<string, unknown>>
  try {
    module = (await import(url)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const { reason, stack } = await describeLoadFailure(error, url)
    const message = `The customization '${name}' cannot be loaded: ${reason.replace(/[.:;,]?$/, '.')}`
    const hint = 'Mend the package and start again.'
    throw refusal({ id: 'customization-broken', owner: name, message, hint, stack }, error)
  }
  const exportedCustomizations = [...new Set(Object.values(module))].filter(isCustomization)
  if (exportedCustomizations.length === 1) return exportedCustomizations[0]!
  const message = `The package '${name}' exports ${exportedCustomizations.length === 0 ? 'no customization' : `${exportedCustomizations.length} customizations`}.`
  const hint = "Export one object with kind: 'customization', name, core, version and migrations."
  throw refusal({ id: 'customization-export', owner: name, message, hint })
}

function refusal(fault: Fault, cause?: unknown): BootError {
  return new BootError([fault], { cause })
}

function isCustomization(value: unknown): value is Customization {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'customization'
}
