// The text about allowed file types and sizes, in Hebrew.

export const allowedFiles = (extensions: string, megabytes: string): string => `מותר: ${extensions}, עד ${megabytes} MB`
