// Shared parts of reading the manifests of packages and backups: JSON parsing and simple type checks.
import { createMessage, type MessageText } from '../../foundation/message.js'
import { isObject } from '../../foundation/object.js'
import { PackageFault } from './faults.js'

export const isText = (value: unknown, longest: number): value is string => typeof value === 'string' && value.length <= longest
export const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Throws the fault of the named manifest, with the reason. */
export function throwManifestFault(name: string, reason: MessageText): never {
  throw new PackageFault('manifest', createMessage('transfer.manifestUnusable', { name, reason }))
}

/** Parses the bytes of a manifest into an object; PackageFault if they are no JSON object. */
export function parseManifest(name: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let manifest: unknown
  try {
    manifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return throwManifestFault(name, createMessage('transfer.manifestJson'))
  }
  return isObject(manifest) ? manifest : throwManifestFault(name, createMessage('transfer.manifestObject'))
}
