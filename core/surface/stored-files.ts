// Files: pictures of products, and packages in the transfer folder.
export { mediaLibrary } from '../storage/files/media-library.js'
export { openPackageDownload, receivePackage } from '../transfer/package/package-exchange.js'
