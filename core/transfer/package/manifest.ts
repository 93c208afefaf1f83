// Validates the manifest of an untrusted package: every part must have the right form, or the package is refused.
import { isObject } from '../../foundation/object.js'
import { PackageFault } from './faults.js'
import { type Manifest, manifestName, packageFormat, packageLimits, packageVersion } from './format.js'
import { isCount, isText, throwManifestFault, parseManifest } from './manifest-parts.js'

type Shape = Readonly<Record<string, unknown>>

const refuseManifest: (message: string) => never = (message) => throwManifestFault(manifestName, message)
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(value)
const isTag = (value: unknown): value is string => typeof value === 'string' && /^[a-z]{2,3}(-[A-Za-z0-9]{2,4}){0,2}$/.test(value)

/** PackageFault for an invalid manifest, or for a format version that this service does not read. */
export function readPackageManifest(bytes: Uint8Array): Manifest {
  const manifest = parseManifest(manifestName, bytes)
  const { format, version, service, languages, products, outside, files } = manifest
  if (format !== packageFormat) refuseManifest(`its format is not '${packageFormat}'.`)
  if (!isCount(version) || version < 1) refuseManifest('it names no version of the format.')
  if (version !== packageVersion) {
    const message = `The package is of version ${version} of the format, and this service reads version ${packageVersion}. Update the service.`
    throw new PackageFault('format-version', message)
  }
  if (!isText(service, 100)) refuseManifest('it does not say which service wrote it.')
  if (!Array.isArray(languages) || languages.length === 0 || languages.length > 200 || !languages.every(isTag))
    refuseManifest("'languages' is no list of language tags.")
  if (!Array.isArray(products) || products.length === 0 || products.length > packageLimits.products || !products.every(isProduct))
    refuseManifest("'products' is no list of products with their id, title and counts.")
  if (new Set(products.map(({ id }) => id)).size < products.length) refuseManifest('it names a product twice.')
  if (!Array.isArray(outside) || !outside.every(isOutsideRecord))
    refuseManifest("'outside' is no list of records with their names.")
  if (!isObject(files) || !Object.values(files).every(isChecksum))
    refuseManifest("'files' has no checksum and size for each file.")
  return manifest as unknown as Manifest
}

function isProduct(value: unknown): value is Shape {
  if (!isObject(value)) return false
  const { id, title, records, files } = value
  if (!isCount(id) || id < 1 || !isText(title, 10_000) || !isCount(files) || !isObject(records)) return false
  const counts = Object.entries(records)
  return counts.length <= 500 && counts.every(([name, count]) => isWord(name) && isCount(count))
}

function isOutsideRecord(value: unknown): boolean {
  if (!isObject(value)) return false
  const { entity, id, names } = value
  return isWord(entity) && isCount(id) && isObject(names) && Object.values(names).every((name) => isText(name, 1_000))
}

function isChecksum(value: unknown): boolean {
  if (!isObject(value)) return false
  const { sha256, size } = value
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) && isCount(size)
}
