// What manifests of packages and of backups have in common: how they are read, and the simplest forms of their parts.
import { isObject } from '../../foundation/object.js'
import { PackageFault } from './faults.js'

export const isText = (value: unknown, longest: number): value is string => typeof value === 'string' && value.length <= longest
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Refuses the manifest of that name, with what is wrong. */
export function manifestFault(name: string, message: string): never {
  throw new PackageFault('manifest', `${name} cannot be used: ${message}`)
}

/** The object that the bytes of a manifest hold. PackageFault where they hold none. */
export function manifestObject(name: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return manifestFault(name, 'it is not JSON.')
  }
  return isObject(manifest) ? manifest : manifestFault(name, 'it is no object.')
}
