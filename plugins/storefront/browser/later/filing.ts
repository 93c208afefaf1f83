// The module for file fields: upload, progress, preview and removal of files.
export { style } from './filing/style.js'
export { besideFile, belowFile, takeFile } from './filing/desk.js'
export { sendFile } from './filing/sending.js'
