/** The check could not be run; the message gives the reason and what to do. */
export class CheckError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CheckError";
  }
}
