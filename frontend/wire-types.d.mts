export const description: string;
export const types: string;
export function wireTypes(): Promise<string>;
