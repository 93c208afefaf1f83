// Files: pictures of products, and packages in the transfer folder.
export { mediaLibrary } from '../storage/files/media-library.js'
export { openPackageDownload, receivePackage } from '../transfer/package/package-exchange.js'
export { shareFileRows, type FileMetadata, readFileMetadata } from '../storage/files/store-record-file.js'
export { mediaLibraryEntity } from '../storage/files/media-library.js'
export type { FileStore } from '../storage/files/file-store.js'
export { type RetainedFiles, fileScopeVariable } from '../storage/files/file-store.js'
