// What fields for files need once a shopper can choose one.
export { style } from './filing/style.js'
export { besideFile, belowFile, takeFile } from './filing/desk.js'
export { sendFile } from './filing/sending.js'
