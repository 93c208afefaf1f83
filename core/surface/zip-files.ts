// ZIP files in folders and buckets, as packages and backups use them: writing, reading, and the rules of their manifests.
export { isBucketLike } from '../settings.js'
export { createLocalLocation, type OpenZipFile, type ZipLocation } from '../storage/files/zip-store.js'
export { openZipStore, type RunExclusively, type StoreSettings } from '../boot/zip-stores.js'
export { createZip, explainWriteError, type ZipWriter } from '../storage/zip/write-zip.js'
export { openZip, type ZipReader } from '../storage/zip/read-zip.js'
export {
  digestInPieces,
  type FaultKind,
  isCount,
  isText,
  PackageFault,
  parseManifest,
  parsePackageJson,
  throwManifestFault,
  zipLimits,
  type ZipRules,
} from '../storage/zip/zip-rules.js'
