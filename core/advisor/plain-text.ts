// Makes of what a model says a text that can be kept and shown: without what is no character.

/** Control characters but for tabs and ends of lines, and halves of characters. */
const odd = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/gu

export const plainText = (text: string): string => text.replace(odd, '')
