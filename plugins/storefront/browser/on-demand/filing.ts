// The module for file fields: upload, progress, preview and removal of files.
export { style } from './filing/style.js'
export { renderFileControls, renderFileDetails, acceptFile } from './filing/file-controls.js'
export { sendUpload } from './filing/file-upload.js'
