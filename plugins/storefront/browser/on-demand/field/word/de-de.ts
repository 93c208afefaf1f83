// The text about allowed file types and sizes, in German.

export const allowedFiles = (extensions: string, megabytes: string): string => `Erlaubt: ${extensions}, bis ${megabytes} MB`
