// Loads the customizations that svc.config.ts names by package: each package exports exactly one.
import { pathToFileURL } from 'node:url'
import type { Customization } from './contract.js'
import { BootError, type Fault } from './ground/fault.js'
import { describeLoadFailure } from './load-failure.js'

/** Replaces each name by the customization of that package; objects stay. Throws BootError with every fault. */
export async function loadCustomizations(
  given: readonly (Customization | string)[],
  resolve: (name: string) => string,
): Promise<readonly Customization[]> {
  const loaded: Customization[] = []
  const faults: Fault[] = []
  for (const one of given) {
    try {
      loaded.push(typeof one === 'string' ? await loadPackage(one, resolve) : one)
    } catch (error) {
      if (!(error instanceof BootError)) throw error
      faults.push(...error.faults)
    }
  }
  if (faults.length > 0) throw new BootError(faults)
  return loaded
}

async function loadPackage(name: string, resolve: (name: string) => string): Promise<Customization> {
  let address: string
  try {
    const path = resolve(name)
    address = path.startsWith('file:') ? path : pathToFileURL(path).href
  } catch (error) {
    const message = `The customization '${name}' is no package that can be found.`
    throw refusal({ id: 'customization-missing', owner: name, message, hint: `Install it with 'npm install ${name}'.` }, error)
  }
  let module: Readonly<Record<string, unknown>>
  try {
    module = (await import(address)) as Readonly<Record<string, unknown>>
  } catch (error) {
    const { reason, stack } = await describeLoadFailure(error, address)
    const message = `The customization '${name}' cannot be loaded: ${reason.replace(/[.:;,]?$/, '.')}`
    const hint = 'Mend the package and start again.'
    throw refusal({ id: 'customization-broken', owner: name, message, hint, stack }, error)
  }
  const found = [...new Set(Object.values(module))].filter(isCustomization)
  if (found.length === 1) return found[0]!
  const message = `The package '${name}' exports ${found.length === 0 ? 'no customization' : `${found.length} customizations`}.`
  const hint = "Export one object with kind: 'customization', name, core, version and migrations."
  throw refusal({ id: 'customization-export', owner: name, message, hint })
}

function refusal(fault: Fault, cause?: unknown): BootError {
  return new BootError([fault], { cause })
}

function isCustomization(value: unknown): value is Customization {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'customization'
}
