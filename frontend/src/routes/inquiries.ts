// The pages for writing to the firm, as one piece of code.

export { default as Contact } from './contact';
export { default as Quote } from './quote';
