// Files of records: their types and checks, their bytes and rows, and the pictures of products.
export { svgLimit } from '../foundation/rich-text.js'
export { getFileExtension } from '../storage/files/media-type.js'
export { toStorefrontCopyName } from '../storage/pipeline/file-release.js'
export { mediaLibrary } from '../storage/files/media-library.js'
export {
  addFileRows,
  shareFileRows,
  storeFileBytes,
  validateFile,
  type FileMetadata,
  type ValidatedFile,
  readFileMetadata,
} from '../storage/files/store-record-file.js'
export { mediaLibraryEntity } from '../storage/files/media-library.js'
export type { FileStore } from '../storage/files/file-store.js'
export { type RetainedFiles, fileScopeVariable } from '../storage/files/file-store.js'
