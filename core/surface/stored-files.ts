// Files: pictures of products, and packages in the transfer folder.
export { readPicture } from '../shop/catalogue/service.js'
export { openPackageDownload, receivePackage } from '../transfer/package/package-exchange.js'
