// ZIP files in folders and buckets, as backups use them: writing, reading, and the rules of their manifests.
export { isBucketLike } from '../settings.js'
export { createLocalLocation, type ZipLocation } from '../storage/files/zip-store.js'
export { openZipStore, type RunExclusively, type StoreSettings } from '../boot/zip-stores.js'
export { explainWriteError } from '../transfer/package/package-location.js'
export { createZip, type ZipWriter } from '../transfer/package/write-zip.js'
export { openZip, type ZipReader } from '../transfer/package/read-zip.js'
export { isCount, isText, parseManifest, throwManifestFault, type ZipRules } from '../transfer/package/format.js'
