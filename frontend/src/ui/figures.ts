/** The same with the figures of Arabic keyboards as those of others. */
export const latinFigures = (text: string): string =>
  text.replace(/[\u0660-\u0669]/g, (figure) => String(figure.charCodeAt(0) - 0x660));
