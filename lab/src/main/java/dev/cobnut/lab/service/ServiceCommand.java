package dev.cobnut.lab.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program and arguments that start a service. `{port}` and `{data}` in a word stand for its
/// port and its data folder.
///
/// @param contract how the service receives port and data folder
public record ServiceCommand(List<String> words, StartContract contract) {

    /// System property: the folder of the repository; `./cobnut` and the build set it.
    public static final String HOME_PROPERTY = "cobnut.home";

    public ServiceCommand {
        words = List.copyOf(words);
    }

    /// The folder of the repository.
    public static Path home() {
        return Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath().normalize();
    }

    /// The `java` that runs this process.
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// The same command with further arguments at the end.
    public ServiceCommand with(String... arguments) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(arguments));
        return new ServiceCommand(all, contract);
    }

    /// The complete command line.
    List<String> words(int port, Path data) {
        List<String> all = new ArrayList<>(words);
        all.addAll(contract.arguments());
        all.replaceAll(word ->
                word.replace("{port}", Integer.toString(port))
                        .replace("{data}", data.toAbsolutePath().toString()));
        return all;
    }
}
