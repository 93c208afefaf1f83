// Removes control characters and lone surrogates from a model's text, so it can be stored and displayed.

/** Control characters except tab and line ends, and lone surrogates. */
const unprintablePattern = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/gu

export const removeControlCharacters = (text: string): string => text.replace(unprintablePattern, '')
